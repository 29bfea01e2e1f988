import { Link } from '@tanstack/react-router';
import { Files } from 'lucide-react';
import type { Election } from '#contract/elections/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { buttonClass, type ButtonVariant } from '../../../ui/button-style.ts';

interface PaperLinkProps {
  election: Election;
  variant: ButtonVariant;
}

/** Opens the paper ballots of an election, for managers. */
export function PaperLink({ election, variant }: PaperLinkProps) {
  const { t } = useMessages();
  return (
    <Link
      to={paths.electionPaper}
      params={{ electionId: election.id }}
      className={buttonClass({ variant })}
    >
      <Files size={20} strokeWidth={1.9} aria-hidden />
      {t('elections.paper_open')}
    </Link>
  );
}
