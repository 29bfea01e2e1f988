-- One kind of key for programs: those of provisioning become API keys of that scope. They keep their tokens, and go on working.

alter table provisioning_keys rename to api_keys;
alter table api_keys rename constraint provisioning_keys_pkey to api_keys_pkey;
alter table api_keys rename constraint provisioning_keys_name_check to api_keys_name_check;
alter table api_keys rename constraint provisioning_keys_school_id_token_hash_key to api_keys_school_id_token_hash_key;
alter table api_keys rename constraint provisioning_keys_school_id_fkey to api_keys_school_id_fkey;
alter table api_keys rename constraint provisioning_keys_school_id_made_by_fkey to api_keys_school_id_made_by_fkey;
alter index provisioning_keys_made_by rename to api_keys_made_by;

alter table api_keys
  add column scopes text[] not null default '{provisioning}',
  -- Whose own key it is, that acts as them; null: the school's.
  add column person_id bigint,
  -- The first characters after the prefix, by which a key that turns up somewhere is told from the others; unknown of older keys.
  add column hint text check (length(hint) = 4),
  add column expires_at timestamptz,
  add constraint api_keys_person_id_fkey foreign key (school_id, person_id) references users (school_id, id) on delete cascade,
  -- Reading and writing is always somebody's; what a school's key does is nobody's.
  add constraint api_keys_scopes_check check (cardinality(scopes) > 0
    and scopes <@ case when person_id is null then array['provisioning', 'embed'] else array['read', 'write'] end);
alter table api_keys alter column scopes drop default;
create index api_keys_person on api_keys (school_id, person_id);

-- Whether people of a school may have keys of their own; no row: they may.
create table key_policies (
  school_id int primary key references schools,
  allows_personal boolean not null
);

-- The living key a token's hash names, for admission; notes its use at most every five minutes. A person's key lives as long as their account.
create or replace function open_key(hash bytea, at timestamptz) returns jsonb language plpgsql as $$
declare
  found api_keys;
begin
  select * into found from api_keys k where k.token_hash = hash and k.ended_at is null and (k.expires_at is null or k.expires_at > at);
  if found.id is null then return null; end if;
  if found.person_id is not null and (
    not exists (select from users u where u.school_id = found.school_id and u.id = found.person_id and not u.is_disabled)
    or exists (select from key_policies p where p.school_id = found.school_id and not p.allows_personal))
  then return null; end if;
  if found.last_used_at is null or found.last_used_at < at - interval '5 minutes' then
    update api_keys k set last_used_at = at where k.school_id = found.school_id and k.id = found.id;
  end if;
  return jsonb_build_object('id', found.id, 'name', found.name, 'scopes', found.scopes, 'personId', found.person_id);
end $$;
