import type { Dashboard } from '@parvis/contract'

/** Returns the dashboard of thirty days of a medium-size authority, with weekends, a holiday and a bad day. */
export function filledDashboard(): Dashboard {
  const days = Array.from({ length: 30 }, (_, at) => {
    const date = new Date(Date.UTC(2026, 9, 23 + at))
    const quiet = date.getUTCDay() % 6 === 0 ? 0.08 : 1
    const questions = Math.round(quiet * (140 + 60 * Math.sin(at * 1.7) + at * 3))
    const bad = at === 21
    return {
      day: date.toISOString().slice(0, 10),
      conversations: Math.round(questions / 3.4),
      questions,
      replies: questions + Math.round(questions / 4),
      failed: bad ? 31 : Math.round(questions / 70),
      cut: bad ? 18 : Math.round(questions / 110),
      stopped: Math.round(questions / 45),
    }
  })
  const names = ['Rédacteur de délibérations', 'Analyse des offres', 'Assistant de réponse aux courriers des usagers et aux réclamations', 'Budget', 'RH']
  return {
    users: { total: 412, active_7: 187, active_30: 264 },
    days,
    assistants: names.map((name, at) => ({ assistant_id: null, name, conversations: Math.round(480 / (at + 1)) })),
    feedback: names.map((name, at) => ({ assistant_id: null, name, positive: 64 - at * 12, negative: [3, 9, 0, 14, 1][at]! })),
    consumption: consumption(names),
    documents: { queued: 12, reading: 2, indexed: 1_384, failed: 7, to_review: 23, expired: 41 },
  }
}

/** Returns large token counts, names of all lengths, and one model that does not report its tokens. */
function consumption(names: readonly string[]): Dashboard['consumption'] {
  const people = ['Nora Benali', 'Marie-Antoinette de La Rochefoucauld-Montmorency', 'Jean Petit', 'Awa Diop', 'Luc Martin', 'Zoé Roux']
  const counts = (at: number) => ({
    prompt_tokens: Math.round(9_840_200 / (at + 1)),
    completion_tokens: Math.round(1_912_000 / (at + 1)),
    replies: 940,
    uncounted: at,
  })
  const unreported = { prompt_tokens: 610, completion_tokens: 240, replies: 12, uncounted: 12 }
  return {
    is_counting: false,
    total: { prompt_tokens: 21_480_300, completion_tokens: 4_180_900, replies: 4_700, uncounted: 27 },
    assistants: [...names.map((name, at) => ({ assistant_id: null, name, ...counts(at) })), { assistant_id: null, name: null, ...unreported }],
    models: ['Mistral Small', 'Modèle interne', null].map((label, at) => ({ model_id: label ?? 'ancien-modele', label, ...counts(at) })),
    teams: ['Secrétariat général', 'Ressources humaines', null].map((name, at) => ({ team_id: null, name, ...counts(at) })),
    accounts: people.map((name, at) => {
      const [first_name = '', ...last] = name.split(' ')
      return { user_id: `${at}`, username: `p${at}`, first_name, last_name: last.join(' '), ...(at === 5 ? unreported : counts(at)) }
    }),
  }
}
