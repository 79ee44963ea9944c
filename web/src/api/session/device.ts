import { knownDeviceKey } from '@parvis/contract'

/**
 * Store of the known-device mark that the server gave this browser and expects at the next sign-in (docs/securite.md, AUT-06). It gives no access, and
 * stays after sign-out.
 */
export interface DeviceStore {
  read: () => string
  save: (value: string | undefined) => void
}

export function createDeviceStore(storage: Pick<Storage, 'getItem' | 'setItem'>): DeviceStore {
  return {
    read: () => storage.getItem(knownDeviceKey) ?? '',
    save: (value) => {
      if (value !== undefined) storage.setItem(knownDeviceKey, value)
    },
  }
}
