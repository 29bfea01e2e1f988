-- Finds the active API key with the token hash `hash` and returns its id, name, scopes and owner as JSON. Returns null if
-- - no key has this hash, or the key is revoked or expired;
-- - the key belongs to a person (`personId`, null for a key of the school) who is disabled or deleted;
-- - the key belongs to a person and the school doesn't allow personal keys.
-- Records the last use at most every five minutes, so most requests write nothing.
-- Callers: kernel/security/api-keys.ts
create or replace function authenticate_api_key(hash bytea, at timestamptz) returns jsonb language plpgsql as $$
declare
  found api_keys;
begin
  select * into found from api_keys k where k.token_hash = hash and k.ended_at is null and (k.expires_at is null or k.expires_at > at);
  if found.id is null then return null; end if;
  if found.user_id is not null and (
    not exists (select from users u where u.school_id = found.school_id and u.id = found.user_id and not u.is_disabled)
    or exists (select from key_policies p where p.school_id = found.school_id and not p.allows_personal))
  then return null; end if;
  if found.last_used_at is null or found.last_used_at < at - interval '5 minutes' then
    update api_keys k set last_used_at = at where k.school_id = found.school_id and k.id = found.id;
  end if;
  return jsonb_build_object('id', found.id, 'name', found.name, 'scopes', found.scopes, 'personId', found.user_id);
end $$;
