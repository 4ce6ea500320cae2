import fc from 'fast-check'

// A run of the tests is the same each time: a law that a random case breaks is found by looking for it
// (`HEDDLE_SEED=random HEDDLE_CASES=20000 npm run test:unit`), not by a build that fails once.
const wanted = process.env.HEDDLE_SEED ?? '20261130'
if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) })
