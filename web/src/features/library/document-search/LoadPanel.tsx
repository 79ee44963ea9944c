import { acceptedExtensions, constants } from '@parvis/contract'
import { FileText, Upload, X } from 'lucide-react'
import { useInstance } from '../../../api/use-instance.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FileDrop } from '../../../ui/files/FileDrop.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { plural } from '../../../ui/words/formats.ts'
import styles from './DocumentSearch.module.css'
import { sizeInKo } from './upload-progress.ts'
import type { useFileLoading } from './use-file-loading.ts'

const accept = acceptedExtensions.map((extension) => `.${extension}`)

/** Panel to choose files, check them and load them (specification, chapter 2). */
export function LoadPanel({ loading }: { loading: ReturnType<typeof useFileLoading> }) {
  const { files, progress, isSending, outcome, refused, send, add, remove, dismiss, dismissRefused } = loading
  const instance = useInstance()
  return (
    <div className={styles.load}>
      <FileDrop
        label="Glissez-déposez vos fichiers ici"
        hint={`PDF, Word, Excel, texte, image…${instance ? ` ${instance.max_upload_mb}\u00a0Mo par fichier au plus.` : ''}`}
        allowsMultiple
        accept={accept}
        isDisabled={isSending}
        onFiles={(addedFiles) => add(addedFiles, instance?.max_upload_mb ?? null)}
      />
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Fichiers choisis">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={styles.entry}>
              <FileText aria-hidden />
              <span className={styles.name}>
                {file.name}
                <span className={styles.note}>{sizeInKo(file.size)}</span>
              </span>
              <IconButton icon={X} label={`Retirer ${file.name}`} size="s" isDisabled={isSending} onPress={() => remove(file)} />
            </li>
          ))}
        </ul>
      )}
      <Button
        variant={files.length > 0 ? 'primary' : 'secondary'}
        block
        icon={<Upload aria-hidden />}
        onPress={() => void send()}
        isPending={isSending}
        pendingLabel="Chargement…"
      >
        Charger les fichiers
      </Button>
      {progress > 0 && (
        <ProgressBar
          label={
            isSending
              ? progress < 100
                ? 'Chargement des fichiers…'
                : 'Enregistrement des fichiers…'
              : outcome?.tone === 'error'
                ? 'Chargement interrompu'
                : 'Chargement terminé'
          }
          value={progress}
        />
      )}
      {refused.length > 0 && (
        <Banner tone="error" onDismiss={dismissRefused}>
          {plural(refused.length, 'fichier refusé', 'fichiers refusés')}
          <ul className={styles.refusals}>
            {refused.map(({ filename, reason }, index) => (
              <li key={`${index} ${filename}`}>
                <strong>{filename}</strong>&nbsp;: {`${reason.charAt(0).toLowerCase()}${reason.slice(1)}`}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <Notice key={outcome?.sentence} {...outcome} onDismiss={dismiss} autoDismissMs={outcome?.tone === 'success' ? constants.documentNoticeMs : undefined} />
    </div>
  )
}
