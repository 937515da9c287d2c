import type { Generated } from 'kysely'
import type {
  EditionPlace,
  EntryFlag,
  EntryOrigin,
  EntryState,
  IngestMode,
} from '#changelog/entries/entry.ts'
import type { PublishingPolicy } from '#changelog/publishing/policy.ts'
import type { Period, ScheduleTime } from '#changelog/schedule/times.ts'
import type { Confidence, Kind, Magnitude } from '#judgement/classification/classification.ts'
import type { Fixed } from '#platform/db/schema.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    feed: {
      /** The feed's own permanent id, not part of any address. */
      id: Fixed<string>
      account_id: Fixed<string>
      /** Null: the account-wide feed. */
      set_id: Fixed<string | null>
      /** Raised by whatever changes the feed, in the same transaction. */
      revision: number
      /** When that was. It never decreases, even if the clock does. */
      changed_at: number
      created_at: Fixed<number>
    }
    entry: {
      id: Fixed<string>
      account_id: Fixed<string>
      set_id: string | null
      state: EntryState
      title: string
      body: string
      /** The machine's words, kept apart so that a person's are never overwritten. */
      machine_title: string
      machine_body: string
      kind: Kind
      magnitude: Magnitude
      /** Null only for what was imported and names no recorded pull request. */
      primary_pull_request_id: string | null
      /** The decision that the entry was made from. */
      decision_id: Fixed<string | null>
      author: string | null
      /** Why a person should look at the entry again. */
      flag: EntryFlag | null
      /** Why a person has to reword the entry before it is published; null if its words are good enough. */
      needs_words: string | null
      queued_for: number | null
      /** 1 while it is queued for a time of the schedule: no two entries of one lane have the same. */
      on_schedule: Generated<number>
      /** 1 while it is queued and waits for a person, because its time passed too long ago. */
      late: Generated<number>
      /** 1 while it is queued and a person publishes it right away: neither a pause nor lateness holds it. */
      immediate: Generated<number>
      published_at: number | null
      /** The time of the last change of the content; a change of state alone does not move it. */
      updated_at: number
      language: string | null
      /** The SHA-256 of an image of the account. */
      image: string | null
      image_alt: string | null
      merged_into: string | null
      /** The edition that the entry is placed in, or was published with. */
      edition_id: string | null
      edition_part: EditionPlace['part'] | null
      edition_position: number | null
      span: string | null
      /** New words of the machine that wait for a person to take them. */
      proposed_title: string | null
      proposed_body: string | null
      /** See `storiesHash` of an entry. */
      stories_hash: string | null
      /** See `chosenStories` of an entry, as a JSON list. */
      chosen_stories: string | null
      origin: Generated<EntryOrigin>
      /** `live`, or `past` if an import or a backfill recorded it. */
      ingest_mode: Fixed<IngestMode>
      touched: Generated<number>
      version: Generated<number>
      /** The address of the original, such as the page of a release. */
      page: Fixed<string | null>
      /** The key that an entry was imported under, unique in the account, so that it is imported once. */
      import_key: Fixed<string | null>
      created_at: Fixed<number>
    }
    entry_pull_request: {
      entry_id: Fixed<string>
      pull_request_id: Fixed<string>
      account_id: Fixed<string>
      /** 1 while the entry is neither dismissed nor withdrawn: a pull request is in at most one such entry. */
      live: number
    }
    /** An entry's words in another language. */
    entry_translation: {
      entry_id: Fixed<string>
      /** BCP 47 tag in canonical form. */
      language: Fixed<string>
      account_id: Fixed<string>
      title: string
      body: string
      /** 1 if the writer translated it and no person has checked it. */
      by_machine: number
      /** The hash of the words that were translated; when they change, the translation is out of date. */
      source_hash: string
      /** Increases with every change. */
      version: number
      updated_at: number
    }
    image: {
      /** The SHA-256 of the bytes in hex, which is the image's address. */
      sha256: Fixed<string>
      account_id: Fixed<string>
      media_type: Fixed<string>
      width: Fixed<number>
      height: Fixed<number>
      size: Fixed<number>
      uploaded_at: Fixed<number>
      uploaded_by: Fixed<string>
      /** When pruning first found that no entry shows it; null while one does. */
      unused_since: number | null
      /** The SHA-256 of a recording's first frame, an image of the account. */
      poster: string | null
      bytes: Fixed<Uint8Array>
    }
    schedule_time: {
      id: Fixed<string>
      account_id: Fixed<string>
      /** Null for the entries without a set, and for editions. */
      set_id: Fixed<string | null>
      takes: Fixed<ScheduleTime['takes']>
      every: Fixed<Period>
      /** 1 (Monday) to 7 (Sunday); null for a release. */
      weekday: Fixed<number | null>
      /** The minute of the day in the account's time zone; null for a release. */
      minute: Fixed<number | null>
      created_at: Fixed<number>
    }
    /** A paused queue. */
    queue_pause: {
      account_id: Fixed<string>
      /** `all`, the id of a set, or `none` for the entries without a set. */
      queue: Fixed<string>
      paused_at: Fixed<number>
      paused_by: Fixed<string>
      /** When it ends by itself; null for when a person resumes it. */
      until: number | null
    }
    /** What an account lets be published without a person's approval; nothing if there is no row. */
    publishing_policy: {
      account_id: Fixed<string>
      mode: PublishingPolicy['mode']
      least_magnitude: Magnitude
      least_confidence: Confidence
      /** A JSON list. */
      kinds: string
    }
    /** A queued entry that was due and could not be published. */
    publish_failure: {
      entry_id: Fixed<string>
      attempts: number
      /** The error of the last attempt. */
      error: string
      /** Null if no further attempt is made until a person retries it. */
      retry_at: number | null
    }
    /** A pull request or commit that a past changelog names, whether it is recorded here or not. */
    mention: {
      repository_id: Fixed<string>
      /** `#12`, or `@` and the first seven digits of a commit's hash. */
      reference: Fixed<string>
      account_id: Fixed<string>
      /** The imported entry that names it; null if only the repository's own changelog does. */
      entry_id: string | null
    }
    /** Drafts of one topic that a person declined to combine. */
    declined_group: {
      account_id: Fixed<string>
      /** An issue or another topic, as proposals name it. */
      issue: Fixed<string>
      entry_id: Fixed<string>
    }
    /**
     * One row for each pull request that is a highlight, ready to be returned. `ledger/highlight-projection.ts` keeps it up to date, so
     * that a query reads one short row for each highlight and none of the rows that the highlight is derived from.
     */
    highlight: {
      pull_request_id: Fixed<string>
      account_id: Fixed<string>
      repository_id: Fixed<string>
      kind: string
      magnitude: string
      /** `-merged_at`: with it the order "newest first, ties by id" ascends in both columns, and an index can be entered at any row. */
      newest_first: number
      /** The returned JSON object without the id and the repository's name, as text. */
      content: string
    }
    /** How an account shows its changelog as a page. An account without a row has the page turned off. */
    changelog_page: {
      account_id: Fixed<string>
      is_on: number
      /** Replaces the `account_id` in the page's address; unique. */
      name: string | null
      /** A host name of the team's own, whose root shows the page; unique, in lower case. */
      host: string | null
      /** The host name that replaces `host` once it is proven. Several accounts may claim the same one. */
      claimed_host: string | null
      title: string | null
      /** A sentence below the title. */
      intro: string | null
      /** JSON: `title` and `intro` in further languages, by BCP 47 tag. */
      translations: Generated<string>
      /** The SHA-256 of an image of the account. */
      logo: string | null
      /** `#rrggbb`. */
      accent: string | null
      home_url: string | null
      /** 1: search engines may list the page. */
      is_listed: number
      /** 1: entries link to the pull requests of public repositories. */
      shows_pull_requests: number
    }
    /** A name that a page has or had. */
    page_name: {
      /** What the name looks like, so that no two accounts have names that readers would confuse. */
      skeleton: string
      /** Unique. */
      name: string
      account_id: string
      /** Null while the page has the name. Another account can take it a year after this time. */
      given_up_at: number | null
    }
    /** A picture that networks show beside a link to an entry. */
    card: {
      account_id: Fixed<string>
      /** The hash of everything that the card shows. */
      hash: Fixed<string>
      bytes: Uint8Array
      painted_at: Fixed<number>
    }
  }
}
