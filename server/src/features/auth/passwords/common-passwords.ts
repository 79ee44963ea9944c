import { dictionary } from '@zxcvbn-ts/language-common'

// French keyboard patterns and words, missing from the list, which comes from worldwide leaks.
const french = `
azertyuiop azerty123 azert123 azeqsd qsdfgh qsdfghjklm wxcvbn motdepasse mdp123 doudou chouchou marseille bonjour1 soleil1 coucou jetaime amour
france paris2024 loulou123 vacances administrateur agent123 bienvenue bienvenue1 secretariat ordinateur password2024 password2025 password2026`

/** The 3,600 most used passwords of at least 6 characters, and the French ones, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'].filter((word) => word.length >= 6).slice(0, 3_600),
  ...french.trim().split(/\s+/),
])
