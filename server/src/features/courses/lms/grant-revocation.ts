import type { Scope } from '../../../kernel/context.ts';
import { clientOf, connectors, decryptTokens } from './lms-clients.ts';
import type { SystemRow } from './lms.queries.ts';

/** Revokes a grant at the LMS. If the LMS is unreachable, the grant still ends here. Never call this in a transaction. */
export const revokeGrant = async (
  scope: Scope,
  system: Pick<SystemRow, 'kind' | 'base_url' | 'client_id' | 'client_secret'>,
  user: number,
  text: string,
): Promise<void> => {
  const client = clientOf(scope, system);
  const tokens = decryptTokens(scope, user, text);
  if (client === null || tokens === null) return;
  await connectors[system.kind]
    .revoke(scope.outbound, client, { ...tokens, expiresAt: null }, scope.clock.now())
    .catch((error: unknown) =>
      scope.log.info(
        { reason: error instanceof Error ? error.message.slice(0, 200) : '' },
        'a grant was not given back',
      ),
    );
};
