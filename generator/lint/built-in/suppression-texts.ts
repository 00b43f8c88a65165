import type { RuleText } from '../rule.js'

/** What is wrong with suppressions and baselines. */
export const suppressionTexts: readonly RuleText[] = [
  {
    name: 'suppression-malformed',
    topic: 'document',
    severity: 'error',
    summary: 'something should be switched off, and is not said in the form that is read',
    why: 'It has no effect.',
    wrong: 'x-idemgen-ignore: key-is-volatile',
    right: 'x-idemgen-ignore: [{ rule: key-is-volatile, reason: the broker sets it once }]',
  },
  {
    name: 'suppression-without-reason',
    topic: 'document',
    severity: 'error',
    summary: 'a rule is switched off without a reason',
    why: 'Nobody can tell later whether it still holds, so it does not count.',
    wrong: '# idemgen-disable-next-line key-is-volatile',
    right: '# idemgen-disable-next-line key-is-volatile -- the producer sets it once',
  },
  {
    name: 'suppression-unknown',
    topic: 'document',
    severity: 'error',
    summary: 'a rule is switched off that does not exist',
    why: 'It has no effect.',
    wrong: '# idemgen-disable-line key-is-volatil -- …',
    right: '# idemgen-disable-line key-is-volatile -- …',
  },
  {
    name: 'suppression-unused',
    topic: 'document',
    severity: 'warning',
    summary: 'a rule is switched off where nothing breaks it',
    why: 'It would hide the next fault at this place.',
    wrong: `# idemgen-disable-next-line key-is-volatile -- …
businessKey: [orderId]`,
    right: 'businessKey: [orderId]',
  },
  {
    name: 'baseline-outdated',
    topic: 'document',
    severity: 'warning',
    summary: 'the baseline knows a finding that is no longer there',
    why: 'It would hide the same fault if it came back: run "idemgen lint --update-baseline".',
    wrong: '{ "rule": "key-is-volatile", "pointer": "/channels/gone/…" }',
    right: '# the line is removed',
  },
]
