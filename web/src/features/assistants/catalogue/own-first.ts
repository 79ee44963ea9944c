/**
 * Moves some assistants to the start of the list.
 * @param own their ids, in order; unknown ids are ignored
 */
export function ownFirst<A extends { id: string }>(assistants: readonly A[], own: readonly string[]): A[] {
  const rank = new Map([...new Set(own)].map((id, at) => [id, at]))
  const rankOf = ({ id }: A) => rank.get(id) ?? rank.size
  // A stable sort: the others keep their order.
  return assistants.toSorted((a, b) => rankOf(a) - rankOf(b))
}
