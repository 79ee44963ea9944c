/** Bytes of a file of our own bundle, by the address that the build gave it. @throws when it cannot be had */
export async function fetchOwnFile(address: string): Promise<Uint8Array> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`A file of the bundle is missing: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
