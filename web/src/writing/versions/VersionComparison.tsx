import { routes, type WrittenDocument, type WrittenVersion } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { DifferenceKey } from '../../ui/content/TextDifference.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { ComparedSteps } from '../ComparedBlocks.tsx'
import { useComparison } from './use-comparison.ts'
import { versionOption } from './version-words.ts'
import styles from './Versions.module.css'

/** Id that stands for the present text in the choice of a version. */
const present = 'present'

interface VersionComparisonProps {
  document: WrittenDocument
  versions: readonly WrittenVersion[]
  /** Version to compare with the present text at first. */
  firstId: string
  onClose: () => void
}

/** Two versions compared block by block, then word by word. */
export function VersionComparison({ document, versions, firstId, onClose }: VersionComparisonProps) {
  const [beforeId, setBeforeId] = useState(firstId)
  const [afterId, setAfterId] = useState(present)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const options = [{ id: present, label: 'Texte d’aujourd’hui' }, ...versions.map(versionOption)]
  const before = useVersionBlocks(document, beforeId)
  const after = useVersionBlocks(document, afterId)
  const steps = useComparison(before.blocks, after.blocks)
  const failed = [before, after].find(({ error }) => error !== null)
  return (
    <section className={styles.versions} aria-label="Comparaison de deux versions">
      <div className={styles.bar}>
        <h3 ref={heading} tabIndex={-1} className={styles.title}>
          Ce qui a changé
        </h3>
        <Button size="s" variant="quiet" icon={<ArrowLeft aria-hidden />} onPress={onClose}>
          Toutes les versions
        </Button>
      </div>
      <div className={styles.choices}>
        <Select label="Depuis" options={options} value={beforeId} onChange={setBeforeId} />
        <Select label="Jusqu’à" options={options} value={afterId} onChange={setAfterId} />
      </div>
      {failed ? (
        <ErrorMessage query={failed.query}>{sentenceOf(failed.error, 'Cette version n’a pas pu être lue.')}</ErrorMessage>
      ) : steps === null ? (
        <Skeleton shape="lines" count={6} label="Comparaison…" />
      ) : (
        <>
          <DifferenceKey removed="supprimé" />
          <ComparedSteps steps={steps} hidesUnchanged />
        </>
      )}
    </section>
  )
}

/** Blocks of a version, or of the present text. */
function useVersionBlocks({ id, blocks }: WrittenDocument, version_id: string) {
  const query = useQuery({ ...queryFor(routes.writtenVersions.get, { params: { id, version_id } }), enabled: version_id !== present })
  return { blocks: version_id === present ? blocks : query.data?.blocks, error: version_id === present ? null : query.error, query }
}
