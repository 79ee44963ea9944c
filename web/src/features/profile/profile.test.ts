import type { Profile } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/transport/api-error.ts'
import { passwordFailure, profileFailure } from './profile-errors.ts'
import { asksPopulation, choicesOf, displayName, isChanged, payloadOf } from '../../layout/profile/profile-form.ts'

const profile: Profile = {
  first_name: 'Claire',
  last_name: 'Moreau',
  type_collectivite: 'Commune',
  tranche_effectif: 'Non renseigné',
  tranche_population: 'De 500 à 1 999 habitants',
  champ_action: '',
  fonction: 'cadre',
  experience_gestion_projet: '',
  style_conversationnel: 'Style standard',
}

describe('the fields', () => {
  it('ask and send the population of communes only', () => {
    expect(asksPopulation(profile)).toBe(true)
    expect(asksPopulation({ ...profile, type_collectivite: 'Commune nouvelle' })).toBe(false)
    expect(payloadOf({ ...profile, type_collectivite: 'Région' }, profile)).toEqual({ type_collectivite: 'Région', tranche_population: 'Non renseigné' })
    expect(payloadOf({ ...profile, tranche_population: 'Moins de 500 habitants' }, profile)).toMatchObject({ tranche_population: 'Moins de 500 habitants' })
  })
  it('are sent where they were changed only: the others may have been, by somebody else', () => {
    expect(payloadOf({ ...profile, style_conversationnel: 'Style concis' }, profile)).toEqual({ style_conversationnel: 'Style concis' })
    expect(payloadOf({ ...profile, fonction: '' }, profile)).toEqual({ fonction: '' })
    expect(payloadOf({ ...profile }, profile)).toEqual({})
  })
  it('know what is not kept yet', () => {
    expect(isChanged({ ...profile }, profile)).toBe(false)
    expect(isChanged({ ...profile, fonction: 'DGS' }, profile)).toBe(true)
  })
  it('offer what the server lists, and a way back where it lists none', () => {
    expect(choicesOf(['Commune'], '').map(({ label }) => label)).toEqual(['Commune'])
    expect(choicesOf(['Commune'], 'Commune').map(({ label }) => label)).toEqual(['Non renseigné', 'Commune'])
    expect(choicesOf(['Non renseigné', 'Peu'], 'Peu').map(({ label }) => label)).toEqual(['Non renseigné', 'Peu'])
    expect(choicesOf(['Commune'], 'Ancienne').map(({ label }) => label)).toContain('Ancienne')
  })
  it('name the person', () => {
    expect(displayName({ first_name: 'Claire', last_name: '', username: 'cmoreau' })).toBe('Claire')
    expect(displayName({ first_name: ' ', last_name: '', username: 'cmoreau' })).toBe('cmoreau')
  })
})

describe('the failures', () => {
  it('of the profile: refused, or not reached', () => {
    expect(profileFailure(new ApiError(422, { code: 'request.invalid', error: 'Non', fields: { fonction: 'Trop long' } }))).toEqual({
      sentence: 'Erreur lors de la mise à jour',
      reason: 'Non',
      fields: { fonction: 'Trop long' },
    })
    expect(profileFailure(new ApiError(0))).toMatchObject({
      sentence: 'Erreur lors de la mise à jour du profil',
      reason: 'Aucune réponse du serveur. Vérifiez votre connexion internet.',
    })
    expect(profileFailure(new ApiError(502))).toMatchObject({ sentence: 'Erreur lors de la mise à jour', reason: null })
  })
  it('of the password: the error of the server, else the default', () => {
    expect(passwordFailure(new ApiError(400, { code: 'auth.current_password', error: 'Le mot de passe actuel est incorrect' })).sentence).toBe(
      'Le mot de passe actuel est incorrect',
    )
    expect(passwordFailure(new ApiError(502))).toMatchObject({ sentence: 'Erreur lors du changement de mot de passe', reason: null })
    expect(passwordFailure(new ApiError(0))).toMatchObject({
      sentence: 'Erreur lors du changement de mot de passe',
      reason: 'Aucune réponse du serveur. Vérifiez votre connexion internet.',
    })
  })
})
