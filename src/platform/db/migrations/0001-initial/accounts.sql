create table account (
  id text primary key, public_id text not null unique, name text not null, allowed_origins text,
  language text not null, created_at integer not null, time_zone text default 'UTC' not null,
  lateness_ms integer default 86400000 not null, event_seq integer default 0 not null,
  summary_weekday integer default 1 not null, summary_minute integer default 540 not null,
  hides_private_pulls integer default 0 not null,
  editions_since integer, urgent_at_once integer default 0 not null,
  feeds_list_items integer default 0 not null, translated_into text not null default '[]',
  requires_sign_on integer not null default 0, post_delay_ms integer default 300000 not null,
  deletes_at integer
) strict;
create index account_deleted on account (deletes_at) where deletes_at is not null;

create table erased (
  hash text primary key,
  account_id text references account (id),
  words integer
) strict;
create index erased_account on erased (account_id) where account_id is not null;

create table account_plan (
  account_id text primary key references account (id),
  plan text not null
) strict;

create table voice (
  account_id text primary key references account (id),
  product text not null, audience text not null, guide text not null, words_to_use text not null,
  words_to_avoid text not null, changed_at integer not null
) strict;

create table activity (
  id text primary key,
  account_id text not null references account (id),
  at integer not null, actor text not null, action text, subject text not null, version integer, before text,
  after text, change_id text, item text not null, position integer not null, undone_at integer,
  topic text not null, seq integer
) strict;
create index activity_account on activity (account_id, at);
create index activity_action on activity (account_id, action, actor, at);
create index activity_subject on activity (subject, version);
create index activity_change on activity (change_id) where change_id is not null;
create index activity_seq on activity (account_id, seq);

create table run (
  id text primary key,
  account_id text not null references account (id),
  kind text not null, subject text not null, state text not null, detail text, done integer not null, total integer,
  options text not null, counts text not null, cursor text, started_by text not null, started_at integer not null,
  ended_at integer
) strict;
create unique index run_running on run (account_id, kind, subject) where state = 'running';
create index run_account on run (account_id, started_at);

create table person (
  id text primary key, name text not null, email text not null unique, email_verified integer not null,
  image text, created_at integer not null, updated_at integer not null
) strict;

create table credential (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  provider text not null, subject text not null, password text, created_at integer not null,
  updated_at integer not null,
  constraint credential_subject unique (provider, subject)
) strict;
create index credential_person on credential (person_id);

create table session (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  token text not null unique, expires_at integer not null, ip_address text, user_agent text,
  created_at integer not null, updated_at integer not null, linked_at integer,
  by_sign_on integer not null default 0
) strict;
create index session_person on session (person_id);
create index session_expires on session (expires_at);

create table ticket (
  id text primary key, purpose text not null, hash text not null,
  account_id text references account (id),
  person_id text references person (id) on delete cascade,
  subject text, data text not null, expires_at integer, kept_until integer, used_at integer, created_at integer not null,
  constraint ticket_secret unique (purpose, hash)
) strict;
create index ticket_kept on ticket (kept_until) where kept_until is not null;
create index ticket_account on ticket (account_id) where account_id is not null;
create index ticket_person on ticket (person_id) where person_id is not null;
create index ticket_subject on ticket (subject) where subject is not null;
create unique index ticket_invitation on ticket (account_id, subject) where purpose = 'invitation';

create table sign_in_rate (
  id text primary key, key text not null unique, count integer not null, last_request integer not null
) strict;

create table membership (
  account_id text not null references account (id),
  person_id text not null references person (id) on delete cascade,
  role text not null, opened_at integer, created_at integer not null,
  constraint membership_key primary key (account_id, person_id)
) strict;
create index membership_person on membership (person_id);

create table token (
  id text primary key,
  account_id text not null references account (id),
  name text not null, audience text not null, scope text not null, hash text not null unique,
  prefix text not null, created_at integer not null, expires_at integer, last_used_at integer,
  revoked_at integer
) strict;
create index token_account on token (account_id, created_at);

create table oauth_client (
  id text primary key, name text not null, redirect_uris text not null, created_at integer not null,
  granted_at integer
) strict;
create index oauth_client_created on oauth_client (created_at);

create table oauth_grant (
  id text primary key, account_id text not null, person_id text not null,
  client_id text not null references oauth_client (id) on delete cascade,
  resource text not null, scope text not null, created_at integer not null, last_used_at integer,
  constraint oauth_grant_key unique (account_id, person_id, client_id, resource),
  constraint oauth_grant_membership foreign key (account_id, person_id) references membership (account_id, person_id) on delete cascade
) strict;
create index oauth_grant_client on oauth_grant (client_id);

create table oauth_token (
  hash text primary key, kind text not null,
  grant_id text not null references oauth_grant (id) on delete cascade,
  family text not null, expires_at integer not null, used_at integer
) strict;
create index oauth_token_grant on oauth_token (grant_id);
create index oauth_token_family on oauth_token (family);
create index oauth_token_expires on oauth_token (expires_at);

create table subscription (
  id text primary key,
  account_id text references account (id),
  customer_id text, status text not null, ended integer not null, status_at integer not null,
  weight integer not null
) strict;
create index subscription_account on subscription (account_id);

create table summary_subscription (
  id text primary key,
  account_id text not null references account (id),
  address text not null, address_key text not null, token text not null unique, due_at integer not null,
  created_at integer not null,
  constraint summary_subscription_address unique (account_id, address_key)
) strict;
create index summary_subscription_due on summary_subscription (due_at);

create table mail_suppression (
  address_key text primary key, reason text not null, suppressed_at integer not null
) strict;

create table social_set (
  id text primary key,
  account_id text not null references account (id),
  name text not null, created_at integer not null,
  constraint social_set_name unique (account_id, name)
) strict;

create table writer (
  account_id text primary key references account (id),
  provider text not null, model text not null, base_url text not null, api_key text, key_end text,
  budget_unit text, budget_limit integer, is_on integer not null, revision text not null,
  changed_at integer not null, fault text, fault_at integer,
  sends_diff integer not null default 0
) strict;

create table passkey (
  id text primary key, person_id text not null references person (id) on delete cascade,
  public_key text not null, counter integer not null, transports text not null,
  device text not null, created_at integer not null, last_used_at integer
) strict;
create index passkey_person on passkey (person_id);

create table second_factor (
  person_id text primary key references person (id) on delete cascade,
  secret text not null, last_step integer not null, created_at integer not null
) strict;

create table joining_domain (
  id text primary key,
  account_id text not null references account (id),
  domain text not null, role text not null, token text not null, proven_at integer, confirmed_at integer,
  turned_away text, turned_away_at integer, created_at integer not null,
  constraint joining_domain_name unique (account_id, domain)
) strict;
create unique index joining_domain_proven on joining_domain (domain) where proven_at is not null;
