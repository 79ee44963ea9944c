import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components'
import { InFrench } from '../overlays/InFrench.tsx'
import styles from './Tabs.module.css'

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly { id: Id; label: string; content: ReactNode }[]
  selected?: NoInfer<Id>
  onChange?: (id: Id) => void
}

export function Tabs<Id extends string>({ label, tabs, selected, onChange }: TabsProps<Id>) {
  return (
    <InFrench>
      <AriaTabs selectedKey={selected} onSelectionChange={(key) => onChange?.(key as Id)} className={styles.tabs ?? ''}>
        <TabList aria-label={label} className={styles.list ?? ''}>
          {tabs.map((tab) => (
            <Tab key={tab.id} id={tab.id} className={styles.tab ?? ''}>
              {tab.label}
            </Tab>
          ))}
        </TabList>
        {tabs.map((tab) => (
          <TabPanel key={tab.id} id={tab.id} className={styles.panel ?? ''}>
            {tab.content}
          </TabPanel>
        ))}
      </AriaTabs>
    </InFrench>
  )
}
