import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, test } from 'vitest'
import { recordAnnouncements } from '../support/looks/announcements.ts'
import { apiAs, createConversation, createAccount, type ApiClient } from '../support/api.ts'
import { openPage } from '../support/browser.ts'
import { messageHelpers, proxyError, type FakeAnswer } from '../support/message-helpers.ts'
import { setUpSharedPage } from '../support/test-page.ts'
import { signIn } from '../support/pages.ts'
import { startServer } from '../support/servers/server.ts'
import { setUpSite } from '../support/site.ts'
import { isFullProof } from '../support/whole.ts'

// Every sentence of chapter 8 of the specification that a person reads is announced, once (trust case A11-05).

const site = setUpSite(() => startServer())
let admin: ApiClient
let page: Page
let count = 0

beforeAll(async () => void (admin = await apiAs(site.server.url, site.server.root)))

const opened = setUpSharedPage(async () => {
  const fresh = await openPage(site.browser, site.server.url, { expected: [/Failed to load resource/, /^request: /] })
  await recordAnnouncements(fresh.page)
  return fresh
})
beforeEach(() => void (page = opened().page))

const { press, dialog, fill, cancel, go, expectOnce, answer } = messageHelpers(() => page)

// Other screens of the same parts, by the same way, are left to a full proof.

test.runIf(isFullProof)('A11-05 accounts: sign-in, sign-up, forgotten and new password', async () => {
  await go('/login')
  await answer('POST', /auth\/login$/, proxyError)
  await fill(/^Nom d’utilisateur/, 'noe')
  await fill(/^Mot de passe/, 'abcdef')
  await expectOnce('Erreur de connexion', () => press('Se connecter'))

  await go('/register')
  await answer('POST', /auth\/register$/, proxyError)
  await fill(/^Nom d’utilisateur/, 'noe')
  await fill(/^Adresse e-mail/, 'noe@ville.example')
  for (const label of [/^Mot de passe/, /^Confirmer/]) await fill(label, 'abcdef')
  await expectOnce("Erreur lors de l'inscription", () => press('S’inscrire'))

  await go('/forgot-password')
  await answer('POST', /auth\/forgot-password$/, proxyError)
  await fill(/^Adresse e-mail/, 'noe@ville.example')
  await expectOnce('Une erreur est survenue', () => press('Envoyer le lien'))
  await page.unrouteAll()
  await expectOnce('Si votre email est enregistré, vous recevrez un lien pour réinitialiser votre mot de passe.', () => press('Envoyer le lien'))

  await go('/reset-password/jeton')
  await answer('POST', /auth\/reset-password$/, proxyError)
  for (const label of [/^Nouveau mot de passe/, /^Confirmer/]) await fill(label, 'Bruyère-74-Cascade')
  await expectOnce('Erreur lors de la réinitialisation du mot de passe', () => press('Réinitialiser le mot de passe'))
  await answer('POST', /auth\/reset-password$/, { status: 200, json: { message: 'Votre mot de passe a été réinitialisé avec succès' } })
  await expectOnce('Votre mot de passe a été réinitialisé avec succès', () => press('Réinitialiser le mot de passe'))
})

test('A11-05 the guard', async () => {
  await page.goto('/login')
  await page.evaluate(`localStorage.setItem('accessToken', 'abc'), localStorage.setItem('refreshToken', 'abc')`)
  await expectOnce('Votre session a expiré ou est invalide. Veuillez vous reconnecter.', () => page.goto('/assistants'))
  await signIn(page, site.server.root)
  await answer('GET', /auth\/me$/, proxyError)
  await expectOnce('Erreur de connexion au serveur. Veuillez vous reconnecter.', () => page.goto('/assistants'))
})

test('A11-05 a session that ends under the document base', async () => {
  await signIn(page, site.server.root)
  await answer('GET', /bibliotheque\/documents\/page$/, proxyError)
  await page.goto('/bibliotheque')
  await page.getByRole('button', { name: 'Réessayer' }).waitFor()
  await page.evaluate(`localStorage.setItem('refreshToken', 'faux')`)
  await answer('GET', /bibliotheque\/documents\/page$/, { status: 401, json: { error: 'Fini', code: 'auth.expired' } })
  await expectOnce('Session expirée. Redirection vers la connexion...', () => press('Réessayer'))
})

test('A11-05 chat: a reply that cannot be had', async () => {
  await signIn(page, site.server.root)
  const expectSorry = async (path: string, label: string, key: string) => {
    await go(path)
    await answer('POST', /stream$/, proxyError)
    await page.getByRole('textbox', { name: label }).fill('Bonjour')
    await expectOnce('Désolé, une erreur est survenue. Veuillez réessayer.', () => page.keyboard.press(key))
  }
  await expectSorry('/chatbot', 'Votre question', 'Enter')
  await expectSorry('/biblio-rag', 'Votre message', 'Control+Enter')
  const [assistant] = await admin(routes.assistants.list)
  await go(`/chatbot-assistant?assistant=${assistant!.id}`)
  await page.locator('form textarea[aria-disabled="false"]').waitFor({ timeout: 60_000 })
  await expectSorry(page.url(), 'Votre message', 'Control+Enter')
})

test.runIf(isFullProof)('A11-05 prompts: every refusal, by its status', async () => {
  for (const { id } of await admin(routes.prompts.list)) await admin(routes.prompts.remove, { params: { id } })
  await admin(routes.prompts.save, { body: { name: 'Note', content: 'Vous êtes concis.' } })
  await signIn(page, site.server.root)
  const refusal = (status: number): FakeAnswer => ({ status, json: { error: 'Motif', code: 'request.invalid' } })
  const silence = 'Aucune réponse du serveur. Vérifiez votre connexion internet.'
  const expectEach = async (method: string, act: () => Promise<unknown>, replies: Record<string, FakeAnswer>) => {
    for (const [sentence, reply] of Object.entries(replies)) {
      await answer(method, /^\/api\/prompts/, reply)
      await expectOnce(sentence, act)
    }
  }
  await expectEach('GET', () => page.goto('/prompts'), {
    "Vous n'avez pas les droits nécessaires pour accéder à cette ressource.": refusal(403),
    'Erreur 500: Impossible de charger les prompts': proxyError,
    [silence]: 'none',
  })
  await page.unrouteAll()
  await page.goto('/prompts')
  await page.getByRole('button', { name: /^Note/ }).click()
  const remove = async () => {
    await press('Supprimer')
    await press('Confirmer')
  }
  await expectEach('DELETE', remove, {
    "Vous n'avez pas les droits d'administrateur nécessaires pour supprimer ce prompt.": refusal(403),
    'Erreur 500: Impossible de supprimer le prompt': proxyError,
    [silence]: 'none',
  })
  await press('Modifier')
  await expectEach('POST', () => press('Enregistrer'), {
    "Vous n'avez pas les droits d'administrateur nécessaires pour cette action.": refusal(403),
    "Erreur de validation des données. Vous n'avez probablement pas les droits d'administrateur nécessaires.": refusal(422),
    'Erreur 409: Motif': refusal(409),
    [silence]: 'none',
  })
})

test.runIf(isFullProof)('A11-05 profile and password', async () => {
  const person = await createAccount(admin, `profil.${(count += 1)}`)
  await signIn(page, person)
  await answer('GET', /^\/api\/profile$/, proxyError)
  await expectOnce('Erreur lors du chargement du profil', () => page.goto('/profile'))
  await page.unrouteAll()
  await go('/profile')
  const save = () => page.getByLabel('Prénom').press('Enter')
  for (const [reply, sentence] of [
    [{ status: 500 }, 'Erreur lors de la mise à jour'],
    ['none', 'Erreur lors de la mise à jour du profil'],
  ] as const) {
    await answer('PUT', /^\/api\/profile$/, reply)
    await page.getByLabel('Prénom').fill(`Clara ${(count += 1)}`)
    await expectOnce(sentence, save)
  }
  await page.unrouteAll()
  await expectOnce('Profil mis à jour avec succès', save)
  await press('Sécurité')
  const change = async () => {
    await fill('Mot de passe actuel', person.password)
    await fill('Nouveau mot de passe', 'Bruyere-canal-58-loutre')
    await fill('Confirmer le nouveau mot de passe', 'Bruyere-canal-58-loutre')
    await page.keyboard.press('Enter')
  }
  await answer('POST', /change-password$/, proxyError)
  await expectOnce('Erreur lors du changement de mot de passe', change)
  await page.unrouteAll()
  await expectOnce('Mot de passe modifié avec succès', change)
})

test.runIf(isFullProof)('A11-05 user administration', async () => {
  await createAccount(admin, `agent.${(count += 1)}`, { first_name: 'Aide', last_name: `Mémoire ${count}` })
  await signIn(page, site.server.root)
  const list = /^\/api\/users$/
  for (const [reply, sentence] of [
    [{ status: 200, json: { autre: 'chose' } }, 'Format de réponse inattendu'],
    ['none', 'Impossible de contacter le serveur...'],
    [{ status: 500 }, 'Une erreur est survenue'],
  ] as const) {
    await answer('GET', list, reply)
    await expectOnce(sentence, () => page.goto('/users'))
  }
  await page.unrouteAll()
  await go('/users')
  for (const [method, item, confirm, sentence] of [
    ['PUT', /^Désactiver/, 'Désactiver', 'Erreur lors de la modification du statut'],
    ['PUT', /administrateur/, /administrateur/, 'Erreur lors de la modification du rôle'],
    ['DELETE', /^Supprimer/, 'Supprimer', 'Erreur lors de la suppression'],
    ['POST', /^Réinitialiser/, 'Réinitialiser', 'Erreur lors de la réinitialisation du mot de passe'],
  ] as const) {
    await answer(method, /^\/api\/users\//, proxyError)
    await press(/^Autres actions.*Aide Mémoire/)
    await page.getByRole('menuitem', { name: item }).click()
    await dialog().waitFor()
    if (method === 'POST') await fill(/^Nouveau mot de passe/, 'Ardoise-Vive-88')
    await expectOnce(sentence, () => press(confirm, dialog()))
    await cancel()
  }
})

test.runIf(isFullProof)('A11-05 projects: five red banners, and two sentences of a detail', async () => {
  const project = await admin(routes.projects.create, { body: { name: `Voirie ${(count += 1)}` } })
  await signIn(page, site.server.root)
  const path = /^\/api\/projects/
  await answer('GET', path, proxyError)
  await expectOnce('Impossible de charger les projets.', () => page.goto('/projects'))
  await expectOnce('Impossible de charger les détails du projet.', () => page.goto(`/projects/${project.id}`))
  await page.unrouteAll()
  await go('/projects')
  await answer('PUT', path, proxyError)
  await expectOnce("Impossible de modifier l'état du projet.", () => press(`Archiver le projet ${project.name}`))
  await press(`Modifier le projet ${project.name}`)
  await expectOnce('Impossible de mettre à jour le projet.', () => page.getByRole('dialog').getByLabel('Nom').press('Enter'))
  await cancel()
  await answer('POST', path, proxyError)
  await press('Nouveau projet')
  await page.getByRole('dialog').getByLabel('Nom').fill('Parc')
  await expectOnce('Impossible de créer le projet.', () => page.keyboard.press('Enter'))
  await cancel()
  await answer('DELETE', path, proxyError)
  await press(`Supprimer le projet ${project.name}`)
  await expectOnce('Impossible de supprimer le projet.', () => press('Supprimer', dialog()))
  await cancel()
  await go(`/projects/${project.id}`)
  await answer('PUT', path, proxyError)
  await press('Modifier')
  await page.getByLabel('Contenu').fill('À garder')
  await expectOnce("Une erreur est survenue lors de l'enregistrement. Veuillez réessayer.", () => press('Enregistrer'))
})

test.runIf(isFullProof)('A11-05 document base and one’s own documents', async () => {
  await signIn(page, site.server.root)
  const path = /^\/api\/bibliotheque\/(documents|upload)/
  await answer('GET', path, proxyError)
  await expectOnce('Erreur lors du chargement des documents', () => page.goto('/bibliotheque'))
  await answer('GET', path, 'none')
  await expectOnce('Erreur de connexion', () => page.goto('/bibliotheque'))
  await page.unrouteAll()
  await go('/bibliotheque')
  const name = `Marché ${(count += 1)}.txt`
  const note = { name, mimeType: 'text/plain', buffer: Buffer.from('Le marché a lieu le samedi.') }
  const load = async () => {
    await press('Ajouter des documents')
    await page.locator('input[type="file"]').setInputFiles(note)
    await press('Charger', page.getByRole('dialog'))
  }
  await expectOnce('Document chargé dans la bibliothèque', load)
  await page.getByRole('searchbox', { name: 'Rechercher un document' }).fill(name)
  await answer('GET', /\/download$/, proxyError)
  await expectOnce('Erreur lors du téléchargement', () => press(`Télécharger ${name}`))
  await answer('PUT', path, proxyError)
  await press(`Modifier ${name}`)
  await expectOnce('Erreur lors de la mise à jour', () => press('Enregistrer'))
  await page.unrouteAll()
  await expectOnce('Document mis à jour', () => press('Enregistrer'))
  await answer('DELETE', path, proxyError)
  await press(`Supprimer ${name}`)
  await expectOnce('Erreur lors de la suppression', () => press('Supprimer', dialog()))
  await page.unrouteAll()
  await expectOnce('Document supprimé', () => press('Supprimer', dialog()))
  await answer('POST', path, proxyError)
  await expectOnce("Erreur lors de l'upload", load)

  await go('/document-rag')
  await answer('POST', /^\/api\/upload$/, proxyError)
  await page.locator('input[type="file"]').setInputFiles(note)
  await expectOnce('Erreur lors du chargement des fichiers', () => press('Charger les fichiers'))
  await page.unrouteAll()
  await expectOnce('1 fichier(s) chargé(s) avec succès', () => press('Charger les fichiers'))
})

test.runIf(isFullProof)('A11-05 assistants and conversations', async () => {
  await signIn(page, site.server.root)
  await go('/assistants-admin')
  await answer('PUT', /^\/api\/assistants\//, proxyError)
  await press(/^Modifier Analyse des offres/)
  await expectOnce("Erreur lors de la mise à jour de l'assistant", () => press('Enregistrer', dialog()))
  await cancel()
  await answer('DELETE', /^\/api\/assistants\//, proxyError)
  await press('Supprimer Analyse des offres')
  await expectOnce("Erreur lors de la suppression de l'assistant", () => press('Supprimer', dialog()))
  await cancel()
  await answer('POST', /^\/api\/assistants$/, proxyError)
  await press('Nouvel assistant')
  await fill(/^Nom/, 'N')
  await fill(/^Description/, 'D')
  await fill(/^Instructions/, 'I')
  await press(/Catégorie/, dialog())
  await page.getByRole('option').first().click()
  await expectOnce("Erreur lors de la création de l'assistant", () => press('Créer l’assistant'))

  const title = `À garder ${(count += 1)}`
  const id = await createConversation(admin, {}, title)
  await admin(routes.conversations.update, { params: { id }, body: { title } })
  await go('/my-space')
  await answer('DELETE', /^\/api\/conversations\//, proxyError)
  await press(`Supprimer « ${title} »`)
  await expectOnce('La conversation n’a pas pu être supprimée.', () => press('Supprimer', dialog()))
  await answer('PUT', /^\/api\/conversations\//, proxyError)
  await press(`Renommer « ${title} »`)
  await expectOnce('n’a pas pu', () => page.keyboard.press('Enter'))
})
