import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/ask.ts'
import { OwnAssistants } from '../../layout/own-assistants/OwnAssistants.tsx'
import { ownAssistants } from '../../layout/own-assistants/own-assistants.ts'

/** A conversation with this project, one click away, with the assistants that the person starred or uses. */
export function ProjectBeginnings({ projectId }: { projectId: string }) {
  const { data: starred } = useQuery(q(routes.assistantFavorites.list))
  const { data: used } = useQuery({ ...q(routes.conversations.stats), select: (stats) => stats.conversations_by_assistant })
  return <OwnAssistants assistants={ownAssistants(starred, used)} label="Démarrer avec un de vos assistants" project={projectId} />
}
