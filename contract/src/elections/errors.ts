/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  election_open: {
    status: 409,
    message: 'Results appear after voting ends and the ballots are counted. Come back later.',
  },
  election_not_open: { status: 409, message: 'Voting hasn’t started yet. Come back later.' },
  election_closed: { status: 409, message: 'Voting is over, so your ballot wasn’t counted.' },
  election_fixed: {
    status: 409,
    message: 'This part of the election can’t change anymore. Reload it.',
  },
  election_changed: {
    status: 409,
    message: 'Someone else changed this election. Reload it and try again.',
  },
  election_incomplete: {
    status: 422,
    message: 'The election isn’t complete. Add what’s missing and try again.',
  },
  election_times: {
    status: 422,
    message: 'Voting must end at least one minute after it starts, and not in the past.',
  },
  election_second_person: {
    status: 409,
    message: 'You already agreed. Ask another officer who isn’t a candidate to announce it.',
  },
  election_own_candidacy: {
    status: 403,
    message: 'Candidates can’t announce the election. Ask another officer.',
  },
  nominations_closed: { status: 409, message: 'This election doesn’t accept nominations now.' },
  nominated_already: { status: 409, message: 'This person is already nominated.' },
  nomination_state: {
    status: 409,
    message: 'This nomination can’t change that way. Reload it.',
  },
  electorate_small: {
    status: 422,
    message: 'An election needs {min} or more voters, so that ballots stay secret. Add voters.',
  },
  not_a_voter: { status: 403, message: 'You can’t vote in this election.' },
  already_voted: { status: 409, message: 'You already voted in this election.' },
  ballot_invalid: { status: 422, message: 'The ballot is invalid. Check the marked contests.' },
  candidate_withdrawn: {
    status: 409,
    message: 'A candidate on your ballot withdrew. Reload the ballot and choose again.',
  },
  replaced_unknown: {
    status: 409,
    message: 'The receipt isn’t that of your current ballot. Check it and try again.',
  },
  paper_not_accepted: {
    status: 409,
    message: 'This election doesn’t accept paper ballots.',
  },
  paper_not_open: {
    status: 409,
    message: 'You can enter paper ballots after voting ends. Come back later.',
  },
  paper_finished: {
    status: 409,
    message: 'The paper ballots are already confirmed and can’t be changed.',
  },
  paper_two_people: {
    status: 409,
    message:
      'Two other people are already entering the paper ballots. Ask them, or start over, which deletes their entries.',
  },
  paper_unequal: {
    status: 409,
    message:
      'The ballots are incomplete or don’t match yet. Reload the page and follow the note at the top.',
  },
  too_many_paper_ballots: {
    status: 409,
    message: 'You’ve reached the limit of {max} paper ballots. Remove one first.',
  },
  too_few_ballots: {
    status: 409,
    message: 'Fewer than {min} people voted, so the ballots stay secret.',
  },
  too_many_elections: {
    status: 409,
    message: 'You’ve reached the limit of {max} elections. Delete a draft first.',
  },
} as const;
