import { useState } from 'react'
import { useAccount, useAccountQuery } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { writerQuery } from '../queries.ts'
import { TranslationSettings } from '../translations.tsx'
import { ConnectWriter } from './connect.tsx'
import { ConnectedWriter } from './connected-writer.tsx'
import { isSent, type WriterFacts } from './facts.ts'
import { VoiceSection } from './voice-form.tsx'

/** The language model that words the drafts, and how they should sound. */
export function WriterPage() {
  return (
    <Page
      title="Writing"
      lead="Drafts are written from your pull requests, by an AI writer if one is connected."
    >
      <Loaded query={useAccountQuery(writerQuery)} label="Loading the AI writer">
        {facts => (
          <>
            <WriterSection facts={facts} />
            <VoiceSection hasReader={facts.writer?.isOn === true || facts.operatorModel !== null} />
          </>
        )}
      </Loaded>
      <TranslationSettings />
    </Page>
  )
}

function WriterSection({ facts }: { facts: WriterFacts }) {
  const { may } = useAccount()
  const [isChanging, setChanging] = useState(false)
  const sendsDiff = facts.writer?.sendsDiff === true
  if (facts.writer && !isChanging)
    return <ConnectedWriter facts={facts} writer={facts.writer} onChange={() => setChanging(true)} />
  return (
    <Section
      title={facts.writer ? 'Change the AI writer' : 'Connect an AI writer'}
      lead={
        <>
          {facts.operatorModel && !facts.writer && (
            <>
              Your drafts are written by <bdi>{facts.operatorModel}</bdi>, which the operator of this server
              has connected. Connect another one to use it instead.{' '}
            </>
          )}
          It reads what was written about each merge
          {sendsDiff ? ', and a part of its diff.' : ', never the code.'}
        </>
      }
    >
      {may('owner') ? (
        <ConnectWriter facts={facts} onDone={() => setChanging(false)} />
      ) : (
        <p className="text-quiet">Only owners can connect an AI writer.</p>
      )}
      <Fold title="What leaves this server">
        <p className="max-w-text text-pretty">{isSent(sendsDiff)}</p>
      </Fold>
      {facts.writer && (
        <div>
          <Button onClick={() => setChanging(false)}>Cancel</Button>
        </div>
      )}
    </Section>
  )
}
