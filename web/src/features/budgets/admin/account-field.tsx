import { useQuery } from '@tanstack/react-query';
import type { ClubAccount } from '#contract/budgets/endpoints.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { allAccounts } from '../budgets.data.ts';

interface AccountFieldProps {
  label: string;
  description?: string;
  value: string | null;
  error: string | undefined;
  /** Limits the accounts. */
  isOffered?: (account: ClubAccount) => boolean;
  onChange: (id: string | null) => void;
}

/** Selects an account by its code or name. */
export function AccountField({
  label,
  description,
  value,
  error,
  isOffered = () => true,
  onChange,
}: AccountFieldProps) {
  const accounts = useQuery(allAccounts());
  return (
    <Combobox
      label={label}
      {...(description !== undefined && { description })}
      error={error}
      options={(accounts.data ?? [])
        .filter(isOffered)
        .map(({ id, code, name }) => ({ id, label: `${code} ${name}` }))}
      value={value}
      onChange={onChange}
    />
  );
}
