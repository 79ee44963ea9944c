import type { Project } from '@parvis/contract'
import { Button } from '../../ui/Button.tsx'
import { Markdown } from '../../ui/content/Markdown.tsx'
import styles from './Projects.module.css'

/** Description and content of a project, read-only. */
export function ProjectReading({ project, onEdit }: { project: Project; onEdit: () => void }) {
  return (
    <>
      <section aria-labelledby="description">
        <h2 id="description" className={styles.sectionTitle}>
          Description
        </h2>
        <p className={styles.lead} data-empty={project.description === '' || undefined}>
          {project.description || 'Aucune description'}
        </p>
      </section>
      <section aria-labelledby="contenu-projet">
        <h2 id="contenu-projet" className={styles.sectionTitle}>
          Contenu
        </h2>
        {project.content.trim() === '' && project.role === 'reader' ? (
          <p className={styles.lead} data-empty>
            Aucun contenu
          </p>
        ) : project.content.trim() === '' ? (
          <div className={styles.blank}>
            <p>Ce projet n’a pas encore de contenu. Ajoutez-y le contexte, les acteurs, le budget&nbsp;: les assistants répondront plus juste.</p>
            <Button size="s" onPress={onEdit}>
              Ajouter le contenu
            </Button>
          </div>
        ) : (
          <div className={styles.content}>
            <Markdown text={project.content} headingLevel={3} />
          </div>
        )}
      </section>
    </>
  )
}
