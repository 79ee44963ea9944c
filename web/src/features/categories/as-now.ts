/** A category as the list tells it now: what it holds may have changed since its dialog was opened. One that is no longer there stays as it was. */
export const asNow = <Row extends { id: string }>(rows: readonly Row[] | undefined, shown: Row): Row => rows?.find(({ id }) => id === shown.id) ?? shown
