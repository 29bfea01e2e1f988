import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { admin, resetStage, stage } from '../../testing/stage.tsx';
import { TableTools } from './directory-table.tsx';

afterEach(resetStage);

test.each([
  ['without a filter', {}, 1],
  ['with a type of account', { account_type: 'Student' }, 1],
  ['not with a type that doesn’t exist', { account_type: 'Nobody' }, 0],
  ['not with another filter', { major: 'Physics' }, 0],
])('the export of accounts is offered %s', async (_, search, count) => {
  await stage(<TableTools search={search} />, { user: admin });
  expect(screen.queryAllByRole('button', { name: /export/i })).toHaveLength(count);
});
