import { Link } from '@tanstack/react-router'
import { act } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Done } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { useSocialChange } from './queries.ts'

const MINUTE_MS = 60_000

/** How long posts wait after their entry was published. */
export function PostDelay({ delayMs }: { delayMs: number }) {
  const { id: account, may } = useAccount()
  const { values, bind, isDirty } = useFields({ minutes: String(delayMs / MINUTE_MS) })
  const save = useSocialChange(() => act(account, 'social delay', { minutes: Number(values.minutes) }))
  return (
    <Section
      title="Delay"
      lead={
        <>
          Posts wait this long after their entry is published. If you withdraw the entry before then, nothing
          is posted. How late a post may still go out is set in{' '}
          <Link to="/$account/schedule" params={{ account }} className="rounded-md text-accent underline">
            Schedule
          </Link>
          .
        </>
      }
    >
      {may('owner') ? (
        <Form
          verb="Save delay"
          variant={isDirty ? 'primary' : 'secondary'}
          onSend={() => save.mutate(undefined)}
          busy={save.isPending}
          error={save.error}
          columns="max-w-form grid-cols-[minmax(0,1fr)_auto]"
        >
          <Field label="Minutes" type="number" min={0} max={1440} required {...bind('minutes')} />
        </Form>
      ) : (
        <p>{values.minutes} minutes</p>
      )}
      <Done>{save.isSuccess && 'Saved.'}</Done>
    </Section>
  )
}
