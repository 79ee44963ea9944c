/** Fetches a file of the application's bundle by its built URL. @throws {Error} if the status is not a success */
export async function fetchBundleFile(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`A file of the bundle is missing: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
