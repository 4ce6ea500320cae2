import fc from 'fast-check'

// A run of the tests is the same each time: a law that a random case breaks is found by looking for it
// (`HEDDLE_SEED=random HEDDLE_CASES=20000 npm run test:unit`), not by a build that fails once.
const wanted = process.env.HEDDLE_SEED ?? '20261130'
if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) })

// Looking for as long as somebody has: `HEDDLE_MINUTES=60 HEDDLE_CASES=100000000` ends each law after an hour, whatever it has tried by then.
const minutes = Number(process.env.HEDDLE_MINUTES || 0)
if (minutes > 0) fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: minutes * 60_000 })
