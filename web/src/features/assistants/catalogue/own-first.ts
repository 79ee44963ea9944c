/**
 * Moves some assistants to the start of the list.
 * @param ownIds their ids, in order; unknown ids are ignored
 */
export function ownFirst<A extends { id: string }>(assistants: readonly A[], ownIds: readonly string[]): A[] {
  const positions = new Map([...new Set(ownIds)].map((id, at) => [id, at]))
  const positionOf = ({ id }: A) => positions.get(id) ?? positions.size
  // A stable sort: the others keep their order.
  return assistants.toSorted((a, b) => positionOf(a) - positionOf(b))
}
