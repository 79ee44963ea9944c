import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import styles from './MySpace.module.css'
import { tokensSentence } from './tokens-sentence.ts'

/** Sentence about the person's tokens this month; renders nothing without a count. */
export function OwnTokens() {
  const { data } = useQuery({ ...queryFor(routes.conversations.consumption), staleTime: 0 })
  const sentence = data && tokensSentence(data)
  if (!sentence) return null
  return (
    <p className={styles.tokens}>
      {sentence} {data?.is_counting && 'Le calcul est en cours\u00a0: ce nombre va augmenter. '}
      <Link to={`${paths.help}#faq`}>Qu’est-ce qu’un jeton&nbsp;?</Link>
    </p>
  )
}
