create table social_account (
  id text primary key,
  account_id text not null references account (id),
  set_id text references social_set (id),
  network text not null, instance text not null, remote_id text not null, handle text not null,
  name text not null, avatar_url text, profile_url text not null, limits text not null, credentials text,
  expires_at integer, state text not null, state_reason text, rules text not null, language text,
  visibility text not null, hashtags text not null, blocked_until integer not null, refresh_token text,
  refresh_until integer, verified_at integer not null, told_at integer, connected_at integer not null,
  budget integer,
  constraint social_account_profile unique (account_id, network, instance, remote_id)
) strict;

create table social_app (
  network text not null, instance text not null, return_url text not null, client text not null,
  created_at integer not null,
  constraint social_app_key primary key (network, instance, return_url)
) strict;

create table post (
  id text primary key,
  account_id text not null references account (id),
  entry_id text not null references entry (id),
  social_account_id text not null references social_account (id),
  state text not null, "text" text not null, due_at integer not null, held text, attempt text,
  attempted_at integer, attempts integer not null, lookups integer not null, remote_id text, remote_url text,
  reason text, withdrawal text, created_at integer not null, settled_at integer, cost integer,
  refused_as_duplicate integer default 0 not null, uncertain_since integer
) strict;
create unique index post_once on post (entry_id, social_account_id)
  where state not in ('cancelled', 'withdrawn');
create index post_account on post (account_id, created_at, id);
create index post_social_account on post (social_account_id, state);
create index post_attention on post (account_id, state, withdrawal);
create index post_not_done on post (state) where state in ('planned', 'attempting', 'unknown', 'failed');

create table post_text (
  entry_id text not null references entry (id),
  social_account_id text not null references social_account (id),
  "text" text not null, changed_by text not null, changed_at integer not null,
  constraint post_text_key primary key (entry_id, social_account_id)
) strict;

create table post_words (
  entry_id text primary key references entry (id) on delete cascade, source_hash text not null, words text not null
) strict;
