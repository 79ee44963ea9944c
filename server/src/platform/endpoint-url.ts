const VERSION_SEGMENT = /\/v\d+[a-z0-9]*$/i

/**
 * Builds the address of an endpoint of a server with an OpenAI protocol, such as `/embeddings`: a path that ends with the endpoint is left as it is, one
 * that ends with a version gets the endpoint, any other gets `/v1` and the endpoint.
 */
export const endpointUrl = (baseUrl: string, endpoint: `/${string}`): URL => {
  const url = new URL(baseUrl.trim())
  const path = url.pathname.replace(/\/+$/, '')
  if (!path.endsWith(endpoint)) url.pathname = `${path}${VERSION_SEGMENT.test(path) ? '' : '/v1'}${endpoint}`
  return url
}
