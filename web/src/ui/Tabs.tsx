import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components'
import styles from './Tabs.module.css'

interface TabsProps {
  label: string
  tabs: readonly { id: string; label: string; content: ReactNode }[]
  selected?: string
  onChange?: (id: string) => void
}

export function Tabs({ label, tabs, selected, onChange }: TabsProps) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onChange?.(String(key))} className={styles.tabs ?? ''}>
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
  )
}
