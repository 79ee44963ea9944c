import { deviceKey } from '@parvis/contract'

/** What the server gave this browser to be known by at the next sign-in (docs/securite.md, AUT-06). It opens nothing, and stays after signing out. */
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
