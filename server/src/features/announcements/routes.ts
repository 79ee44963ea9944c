import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { currentAnnouncement, publishAnnouncement, removeAnnouncement } from './announcement.ts'

const { announcements } = routes

export const announcementsHandlers: RouteHandler[] = [
  handle(announcements.current, async ({ context }) => ({ announcement: await currentAnnouncement(context) })),

  handle(announcements.atSignIn, async ({ context }) => {
    const announcement = await currentAnnouncement(context)
    return { announcement: announcement?.on_sign_in ? announcement : null }
  }),

  handle(announcements.publish, (call) =>
    audited(
      call,
      'announcement.publish',
      () => publishAnnouncement(call.context, call.body),
      ({ id }) => id,
    ),
  ),

  handle(announcements.remove, (call) =>
    audited(call, 'announcement.remove', async () => {
      await removeAnnouncement(call.context, call.query.id)
      return { message: 'Message retiré' }
    }),
  ),
]
