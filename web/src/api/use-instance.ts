import { routes, type InstanceInfo } from '@parvis/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from './browser.ts';

/** What this installation says of itself; undefined until it is known, or when it cannot be. */
export function useInstance(): InstanceInfo | undefined {
  return useQuery({ queryKey: ['instance'], queryFn: ({ signal }) => call(routes.instance.info, { signal }), staleTime: Infinity }).data;
}
