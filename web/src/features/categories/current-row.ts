/** Returns the current row of a category, which may have changed since its dialog was opened. A category that was deleted is returned as it was. */
export const currentRow = <Row extends { id: string }>(rows: readonly Row[] | undefined, shown: Row): Row => rows?.find(({ id }) => id === shown.id) ?? shown
