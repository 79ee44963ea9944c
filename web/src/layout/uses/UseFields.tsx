import { areaWords, registerRules, useAreas, type AreaSign, type UseAnswers, type UseArea } from '@parvis/contract'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import styles from './Uses.module.css'

interface UseFieldsProps {
  value: UseAnswers
  onChange: (value: UseAnswers) => void
  /** Opinion of the rules; undefined while unknown. */
  signs: readonly AreaSign[] | undefined
  error?: string | undefined
}

/** Questions on the sensitive uses of an assistant, with the opinion of the rules and the reason. */
export function UseFields({ value, onChange, signs, error }: UseFieldsProps) {
  const { areas, reason } = value
  const isSensitive = areas.length > 0
  const isReasonNeeded = isSensitive || (signs?.length ?? 0) > 0
  const toggle = (area: UseArea, isSelected: boolean) =>
    onChange({ ...value, areas: useAreas.filter((one) => (one === area ? isSelected : areas.includes(one))) })
  return (
    <div className={styles.fields}>
      {signs && signs.length > 0 && <Opinion signs={signs} />}
      <fieldset className={styles.areas}>
        <legend>Cochez ce qui le décrit. Rien de coché&nbsp;: un usage ordinaire.</legend>
        {useAreas.map((area, rank) => {
          const { question, covers, leavesOut } = areaWords[area]
          return (
            <Checkbox
              key={area}
              autoFocus={rank === 0}
              isSelected={areas.includes(area)}
              onChange={(isSelected) => toggle(area, isSelected)}
              hint={`Oui\u00a0: ${covers}. Non\u00a0: ${leavesOut}.`}
            >
              {question}
            </Checkbox>
          )
        })}
      </fieldset>
      {isReasonNeeded && (
        <TextArea
          label={isSensitive ? 'Pourquoi cet usage, et qui décide à la fin' : 'Pourquoi ce n’est pas un usage sensible'}
          name="use"
          isRequired
          rows={3}
          hint="Lu dans le registre des usages, par les administrateurs."
          value={reason}
          onChange={(text) => onChange({ ...value, reason: text })}
          maxLength={registerRules.reason.max}
          error={error}
        />
      )}
      <p className={styles.note} role="status">
        {isSensitive ? 'Usage sensible\u00a0: un second administrateur le confirme avant sa publication.' : ''}
      </p>
    </div>
  )
}

/** Opinion of the rules, with the passages that it comes from. */
export function Opinion({ signs }: { signs: readonly AreaSign[] }) {
  return (
    <Banner tone="warning">
      <p className={styles.lead}>Avis, tiré des mots de l’assistant par des règles. Il peut se tromper&nbsp;: à vous de dire.</p>
      <ul className={styles.signs}>
        {signs.map(({ area, passages }) => (
          <li key={area}>
            {areaWords[area].name}&nbsp;: {passages.map((passage) => `«\u00a0${passage}\u00a0»`).join(', ')}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
