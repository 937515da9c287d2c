import { useQuery } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Form, useFields } from '../parts/form.tsx'
import { Done } from '../parts/notice.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { voiceQuery } from './queries.ts'
import { useSaving } from './use-saving.ts'

/** How the account wants its entries to sound. */
export function VoicePage() {
  const { id: account, may } = useAccount()
  const { data, error, isPending, refetch } = useQuery(voiceQuery(account))
  return (
    <Page
      title="Voice"
      lead="What a writer has to know about your product and your readers, so that drafts sound like you."
    >
      {isPending && <RowsLoading label="Loading the voice" />}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && <VoiceForm voice={data} mayChange={may('owner')} />}
    </Page>
  )
}

interface Props {
  voice: DataOf<typeof voiceQuery>
  mayChange: boolean
}

function VoiceForm({ voice, mayChange }: Props) {
  const { id: account } = useAccount()
  const { values, bind } = useFields({
    product: voice.product,
    audience: voice.audience,
    guide: voice.guide,
    wordsToUse: voice.wordsToUse.join('\n'),
    wordsToAvoid: voice.wordsToAvoid.join('\n'),
  })
  const save = useSaving(() => {
    const [wordsToUse, wordsToAvoid] = [linesOf(values.wordsToUse), linesOf(values.wordsToAvoid)]
    const json = { ...values, wordsToUse, wordsToAvoid }
    return call(api.accounts[':account'].voice.$patch({ param: { account }, json }))
  })
  return (
    <fieldset disabled={!mayChange} className="max-w-[560px]">
      <Form
        verb="Save"
        variant="secondary"
        onSend={() => save.mutate(undefined)}
        busy={save.isPending}
        error={save.error}
      >
        <TextArea label="Product" hint="What it is, in a sentence." {...bind('product')} />
        <TextArea label="Audience" hint="Who reads the changelog." {...bind('audience')} />
        <TextArea label="Guide" hint="How to write, in a few sentences." {...bind('guide')} />
        <TextArea label="Words to use" hint="One on each line." {...bind('wordsToUse')} />
        <TextArea label="Words to avoid" hint="One on each line." {...bind('wordsToAvoid')} />
      </Form>
      <Done>{save.isSuccess ? 'Saved.' : !mayChange && 'Only owners can change this.'}</Done>
    </fieldset>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
