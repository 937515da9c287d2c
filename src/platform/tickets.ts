import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Fixed, Reader, Schema, Tx } from '#platform/db/schema.ts'
import { randomIds } from '#platform/ids.ts'
import { hashOfSecret, newSecretText } from '#platform/secrets.ts'

/** The purpose of a ticket. A ticket of another purpose is not accepted in its place. */
type TicketPurpose =
  | 'set-up link'
  | 'sign-in link'
  | 'invitation'
  | 'second factor'
  | 'recovery code'
  | 'passkey challenge'
  | 'oidc response'
  | 'oauth code'
  | 'social account'
  | 'app registration'
  | 'app authorization'
  | 'repository choice'

declare module '#platform/db/schema.ts' {
  interface Schema {
    /** A secret that works once. */
    ticket: {
      id: Fixed<string>
      purpose: Fixed<TicketPurpose>
      /** SHA-256 (hex) of the secret, unique among those of the purpose. */
      hash: Fixed<string>
      account_id: Fixed<string | null>
      person_id: Fixed<string | null>
      /** What else it belongs to: an email address, or the id of an OAuth grant. */
      subject: Fixed<string | null>
      /** The data that it was issued with, as JSON. */
      data: string
      /** Null if it does not expire. */
      expires_at: Fixed<number | null>
      /** When it is deleted; null if only when it is used or withdrawn. */
      kept_until: Fixed<number | null>
      used_at: number | null
      created_at: Fixed<number>
    }
  }
}

/** The person, account and subject that a ticket belongs to. */
interface Bound {
  accountId: string | null
  personId: string | null
  /** What else it belongs to, such as an address. */
  subject: string | null
}

/** A secret that works once, until it expires. Only its hash is stored. */
export interface Ticket<Data> extends Bound {
  id: string
  data: Data
  /** Null if it does not expire. */
  expiresAt: Instant | null
  /** Null while it can be used. Only tickets of a kind that is kept have a time here. */
  usedAt: Instant | null
}

/** Selects the tickets that match all given fields. */
type TicketFilter = Partial<Bound> & { id?: string }

interface NewTicket<Data> extends Partial<Bound> {
  data: Data
  /** Null if it does not expire. */
  lifetimeMs: number | null
  /** A new random secret by default. */
  secret?: string
}

/** The tickets of one purpose. */
export class Tickets<Data = null> {
  readonly #purpose: TicketPurpose
  readonly #keptMs: number | null

  /**
   * Tickets are deleted when they are used or have expired. With `keptMs`, both stay for this long after their time; with null, expired
   * ones stay until they are withdrawn.
   */
  constructor(purpose: TicketPurpose, keptMs: number | null = 0) {
    this.#purpose = purpose
    this.#keptMs = keptMs
  }

  /** Stores a ticket and gives its secret, which is not stored. */
  async issue(
    tx: Tx,
    clock: Clock,
    { secret = newSecretText(), ...ticket }: NewTicket<Data>,
  ): Promise<{ id: string; secret: string; expiresAt: Instant | null }> {
    const row = this.#row(clock, secret, ticket)
    await tx.insertInto('ticket').values(row).execute()
    return { id: row.id, secret, expiresAt: row.expires_at }
  }

  /** The ticket of a secret; null when it is unknown, used or expired. */
  async open(db: Reader, clock: Clock, secret: string): Promise<Ticket<Data> | null> {
    const row = await db
      .selectFrom('ticket')
      .selectAll()
      .where(this.#isOpen(clock, secret))
      .executeTakeFirst()
    return row ? ticketFrom(row) : null
  }

  /** The ticket of a secret, even if it was used or has expired. */
  async find(db: Reader, secret: string): Promise<Ticket<Data> | null> {
    const row = await db
      .selectFrom('ticket')
      .selectAll()
      .where('purpose', '=', this.#purpose)
      .where('hash', '=', hashOfSecret(secret))
      .executeTakeFirst()
    return row ? ticketFrom(row) : null
  }

  /**
   * Uses up a ticket. Null if it is unknown, used, expired, or belongs to another person than `personId`; of
   * several concurrent calls, one gets the ticket.
   */
  async use(tx: Tx, clock: Clock, secret: string, personId?: string): Promise<Ticket<Data> | null> {
    const isOpen = this.#isOpen(clock, secret, personId)
    const row = this.#keptMs
      ? await tx
          .updateTable('ticket')
          .set({ used_at: clock.now() })
          .where(isOpen)
          .returningAll()
          .executeTakeFirst()
      : await tx.deleteFrom('ticket').where(isOpen).returningAll().executeTakeFirst()
    return row ? ticketFrom(row) : null
  }

  /**
   * Uses up a secret that was given away without being stored, so that strangers cannot fill the table. False
   * if it was used before, within the last `lifetimeMs`.
   */
  async spend(tx: Tx, clock: Clock, secret: string, lifetimeMs: number): Promise<boolean> {
    const row = { ...this.#row(clock, secret, { data: null, lifetimeMs }), used_at: clock.now() }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('ticket')
      .values(row)
      .onConflict(conflict => conflict.columns(['purpose', 'hash']).doNothing())
      .executeTakeFirst()
    return Boolean(numInsertedOrUpdatedRows)
  }

  /** The tickets that match, oldest first, including expired ones. */
  async list(db: Reader, bound: TicketFilter): Promise<Ticket<Data>[]> {
    const rows = await db
      .selectFrom('ticket')
      .selectAll()
      .where(this.#isFor(bound))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(row => ticketFrom(row))
  }

  /** Withdraws the tickets that match, and returns them. Of several concurrent calls, one gets each ticket. */
  async withdraw(tx: Tx, bound: TicketFilter): Promise<Ticket<Data>[]> {
    const rows = await tx.deleteFrom('ticket').where(this.#isFor(bound)).returningAll().execute()
    return rows.map(row => ticketFrom(row))
  }

  #isFor({ id, accountId, personId, subject }: TicketFilter) {
    const columns = Object.entries({ id, account_id: accountId, person_id: personId, subject })
    const given = columns.filter(([, value]) => value !== undefined)
    return (build: ExpressionBuilder<Schema, 'ticket'>) =>
      build.and({ purpose: this.#purpose, ...Object.fromEntries(given) })
  }

  #row(clock: Clock, secret: string, ticket: NewTicket<Data | null>) {
    const { accountId = null, personId = null, subject = null, data, lifetimeMs } = ticket
    const now = clock.now()
    const expiresAt = lifetimeMs === null ? null : now + lifetimeMs
    return {
      id: randomIds.next(),
      purpose: this.#purpose,
      hash: hashOfSecret(secret),
      account_id: accountId,
      person_id: personId,
      subject,
      data: JSON.stringify(data),
      expires_at: expiresAt,
      kept_until: expiresAt === null || this.#keptMs === null ? null : expiresAt + this.#keptMs,
      used_at: null,
      created_at: now,
    }
  }

  #isOpen(clock: Clock, secret: string, personId?: string) {
    return (build: ExpressionBuilder<Schema, 'ticket'>) =>
      build.and([
        build('purpose', '=', this.#purpose),
        build('hash', '=', hashOfSecret(secret)),
        build('used_at', 'is', null),
        build.or([build('expires_at', 'is', null), build('expires_at', '>', clock.now())]),
        ...(personId === undefined ? [] : [build('person_id', '=', personId)]),
      ])
  }
}

/** Withdraws the tickets of a person: those of one purpose, or all. */
export async function withdrawTickets(tx: Tx, personId: string, purpose?: TicketPurpose): Promise<void> {
  await tx
    .deleteFrom('ticket')
    .where('person_id', '=', personId)
    .$if(purpose !== undefined, query => query.where('purpose', '=', purpose as TicketPurpose))
    .execute()
}

/** Deletes the tickets of all purposes that are no longer kept. */
export async function pruneTickets(tx: Tx, now: Instant): Promise<void> {
  await tx.deleteFrom('ticket').where('kept_until', '<=', now).execute()
}

const ticketFrom = <Data>(row: Selectable<Schema['ticket']>): Ticket<Data> => ({
  id: row.id,
  accountId: row.account_id,
  personId: row.person_id,
  subject: row.subject,
  data: JSON.parse(row.data),
  expiresAt: row.expires_at,
  usedAt: row.used_at,
})
