import type { Dashboard, TokenCount } from '@parvis/contract'
import { displayName } from '../../layout/user.ts'
import { Bars } from '../../ui/charts/Bars.tsx'
import { Figure, type Paint } from '../../ui/charts/Figure.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { estimateSentence, isEstimated, formatTokens } from './counts.ts'

interface ConsumptionProps {
  consumption: Dashboard['consumption']
}

type Spender = TokenCount & { key: string; label: string }

const legend = [
  { label: 'Jetons lus', paint: 'primary' },
  { label: 'Jetons écrits', paint: 'warning' },
] as const satisfies readonly { label: string; paint: Paint }[]

const columnsOf = (title: string): readonly TableColumn<Spender>[] => [
  { id: 'label', title, isRowHeader: true, cell: ({ label }) => label },
  { id: 'prompt_tokens', title: 'Jetons lus', align: 'end', cell: (spender) => formatTokens(spender, 'prompt_tokens') },
  { id: 'completion_tokens', title: 'Jetons écrits', align: 'end', cell: (spender) => formatTokens(spender, 'completion_tokens') },
  {
    id: 'uncounted',
    title: 'Estimées',
    align: 'end',
    cell: ({ uncounted, replies }) => `${formatNumber(uncounted)} sur ${formatNumber(replies)}`,
  },
]
const assistantColumns = columnsOf('Assistant')
const accountColumns = columnsOf('Compte')
const teamColumns = columnsOf('Service')
const modelColumns = columnsOf('Modèle')

export function AssistantTokensFigure({ consumption: { assistants, total } }: ConsumptionProps) {
  const spenders = assistants.map(({ assistant_id, name, ...count }) => ({ ...count, key: `${assistant_id} ${name}`, label: name ?? 'Sans assistant' }))
  return <TokensFigure title="Jetons du modèle, par assistant" spenders={spenders} columns={assistantColumns} summary={estimateSentence(total)} />
}

/** Tokens by team; renders nothing when nobody belongs to a team. */
export function TeamTokensFigure({ consumption: { teams } }: ConsumptionProps) {
  if (teams.length === 0) return null
  const spenders = teams.map(({ team_id, name, ...count }) => ({ ...count, key: `${team_id} ${name}`, label: name ?? 'Sans service' }))
  return (
    <TokensFigure
      title="Jetons du modèle, par service"
      spenders={spenders}
      columns={teamColumns}
      summary="Les dix services au nom desquels le modèle a le plus servi. Qui est de plusieurs services compte dans celui dont la limite lui laissait le plus."
    />
  )
}

/** Tokens by model, with the id of a model that the settings no longer have. Renders nothing while no model has answered. */
export function ModelTokensFigure({ consumption: { models } }: ConsumptionProps) {
  if (models.length === 0) return null
  const spenders = models.map(({ model_id, label, ...count }) => ({ ...count, key: model_id, label: label ?? model_id }))
  return (
    <TokensFigure
      title="Jetons, par modèle"
      spenders={spenders}
      columns={modelColumns}
      summary="Les modèles qui ont répondu. Un modèle retiré des réglages garde son identifiant."
    />
  )
}

export function AccountTokensFigure({ consumption: { accounts } }: ConsumptionProps) {
  const spenders = accounts.map(({ user_id, username, first_name, last_name, ...count }) => ({
    ...count,
    key: user_id,
    label: displayName({ username, first_name, last_name }),
  }))
  return (
    <TokensFigure
      title="Jetons du modèle, par compte"
      spenders={spenders}
      columns={accountColumns}
      summary="Les dix comptes pour lesquels le modèle a le plus servi. Ce qu’ils ont écrit n’est pas montré."
    />
  )
}

interface TokensFigureProps {
  title: string
  summary: string
  spenders: readonly Spender[]
  columns: readonly TableColumn<Spender>[]
}

function TokensFigure({ title, summary, spenders, columns }: TokensFigureProps) {
  return (
    <Figure
      title={title}
      summary={spenders.length === 0 ? 'Aucune réponse sur cette période.' : summary}
      legend={legend}
      isEmpty={spenders.length === 0}
      table={<Table caption={title} columns={columns} rows={spenders} rowKey={({ key }) => key} />}
    >
      <Bars
        rows={spenders.map((spender) => ({
          key: spender.key,
          label: spender.label,
          parts: [
            { value: spender.prompt_tokens, paint: 'primary' },
            { value: spender.completion_tokens, paint: 'warning' },
          ],
          text: `${formatNumber(spender.prompt_tokens)}\u00a0lus, ${formatNumber(spender.completion_tokens)}\u00a0écrits${isEstimated(spender) ? ' (estimés)' : ''}`,
        }))}
      />
    </Figure>
  )
}
