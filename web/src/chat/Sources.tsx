import type { Source } from '@parvis/contract';
import { Disclosure } from '../ui/Accordion.tsx';
import { plural } from '../ui/formats.ts';
import styles from './Sources.module.css';

/** The passages an answer rests on: file, page, extract. */
export function Sources({ sources }: { sources: readonly Source[] }) {
  if (sources.length === 0) return null;
  return (
    <div className={styles.sources}>
      <Disclosure title={plural(sources.length, 'source')}>
        <ol className={styles.list}>
          {sources.map((source) => (
            <li key={source.number} value={source.number}>
              <strong>{source.document}</strong>
              <span className={styles.place}>{[source.page === null ? null : `page\u00a0${source.page}`, source.section].filter(Boolean).join(' · ')}</span>
              <blockquote>{source.extract}</blockquote>
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}
