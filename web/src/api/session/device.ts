import { deviceKey } from '@parvis/contract'

/**
 * Store of the known-device mark that the server gave this browser and expects at the next sign-in (docs/securite.md, AUT-06). It gives no access, and
 * stays after sign-out.
 */
export interface DeviceStore {
  read: () => string
  keep: (value: string | undefined) => void
}

export function createDeviceStore(storage: Pick<Storage, 'getItem' | 'setItem'>): DeviceStore {
  return {
    read: () => storage.getItem(deviceKey) ?? '',
    keep: (value) => {
      if (value !== undefined) storage.setItem(deviceKey, value)
    },
  }
}
