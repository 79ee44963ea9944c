/**
 * The same assistants, a person's own at their head.
 * @param own ids, in the order in which they come; one that is no longer there is passed over
 */
export function ownFirst<A extends { id: string }>(assistants: readonly A[], own: readonly string[]): A[] {
  const rank = new Map([...new Set(own)].map((id, at) => [id, at]))
  const rankOf = ({ id }: A) => rank.get(id) ?? rank.size
  // The sort is stable: the others stay in their order.
  return assistants.toSorted((a, b) => rankOf(a) - rankOf(b))
}
