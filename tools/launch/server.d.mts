export const serverOptions: readonly string[]
export const serverEnv: Readonly<Record<string, string>>
export const serverScript: string
