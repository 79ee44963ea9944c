import { routes, type TeamMember } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { canSeeMembers } from '../../authorization/sharing.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { findPerson, requireActive } from './find-person.ts'
import { addOrPromoteMember, removeMember, requireManager, setRole } from './members.ts'
import { listMembers, listTeams, readTeam } from './queries.ts'
import { suggestPeople } from './suggest-people.ts'
import { createTeam, removeTeam, updateTeam } from './write-team.ts'

const { people, teams } = routes
const toNamed = ({ id, name }: { id: string; name: string }) => ({ id, name })

export const teamsHandlers: RouteHandler[] = [
  handle(people.suggest, ({ context, caller, query }) => suggestPeople(context, caller, query)),

  handle(teams.list, ({ context, caller }) => listTeams(context.db, caller)),

  handle(teams.create, (call) => audited(call, 'teams.create', () => createTeam(call.context, call.caller, call.body), toNamed)),

  handle(teams.update, async (call) => {
    const { id } = await audited(call, 'teams.update', () => updateTeam(call.context, call.params.id, call.body), toNamed, {
      count: ({ taken_out }) => taken_out || undefined,
    })
    return readTeam(call.context.db, call.caller, id)
  }),

  handle(teams.remove, async (call) => {
    const { name } = await audited(call, 'teams.remove', () => removeTeam(call.context, call.params.id), toNamed)
    return { message: `Le service «\u00a0${name}\u00a0» est supprimé.` }
  }),

  handle(teams.members, async ({ context, caller, params }) => {
    const { role } = await readTeam(context.db, caller, params.id)
    // A person who may only share with the team does not see its members.
    if (!canSeeMembers(caller, role)) throw new AppError('teams.not_manager')
    return listMembers(context, params.id)
  }),

  handle(teams.addMember, async (call) => {
    const { context, caller, params, body } = call
    await requireManager(context, caller, params.id)
    const { id } = await findPerson(context, caller.id, body)
    return audited(call, 'teams.add_member', () => addOrPromoteMember(context, caller, params.id, id, body.role), id)
  }),

  handle(teams.addMembers, async (call) => {
    const { context, caller, params, body } = call
    await requireManager(context, caller, params.id)
    const ids = [...new Set(body.people)]
    await requireActive(context.db, ids)
    const members: TeamMember[] = []
    // One transaction and one audit line per person: a call repeated after a failure finishes the work.
    for (const id of ids) members.push(await audited(call, 'teams.add_member', () => addOrPromoteMember(context, caller, params.id, id, body.role), id))
    return members
  }),

  handle(teams.setRole, async (call) => {
    const { context, caller, params, body } = call
    await requireManager(context, caller, params.id)
    return audited(call, 'teams.set_role', () => setRole(context, caller, params.id, params.user_id, body.role), params.user_id)
  }),

  handle(teams.removeMember, async (call) => {
    const { context, caller, params } = call
    // Every member may leave.
    if (params.user_id === caller.id) await readTeam(context.db, caller, params.id)
    else await requireManager(context, caller, params.id)
    const { stays } = await audited(call, 'teams.remove_member', () => removeMember(context, caller, params.id, params.user_id), params.user_id)
    const isOwn = params.user_id === caller.id
    if (stays && isOwn) return { message: 'Votre fournisseur d’identité vous met encore dans ce service\u00a0: demandez à être retiré du groupe chez lui.' }
    if (stays)
      return { message: 'Cette personne est retirée ici, mais son fournisseur d’identité la met encore dans ce service\u00a0: retirez-la du groupe chez lui.' }
    return { message: isOwn ? 'Vous avez quitté ce service' : 'Personne retirée du service' }
  }),
]
