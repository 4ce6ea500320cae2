// The command line of the test build: what bin/heddle.js is to the real one.
const { main } = await import('../dist/test/server/main.js')
await main()
