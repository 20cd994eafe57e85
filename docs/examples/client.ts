// This program asks a table for a roll of 2d6 by a client that was generated from docs/openapi.yaml. It has the virtual table
// throw, and says what the dice showed. docs/api.md ("Clients made from the documents") says how to generate "./table".
import createClient from "openapi-fetch";
import type { components, paths } from "./table";

type Request = components["schemas"]["RequestView"];

async function roll(address: string): Promise<Request> {
  const table = createClient<paths>({ baseUrl: address });
  const asked = await table.POST("/api/requests", { body: { dice: ["2d6"], player: "Bo", for: "a save" } });
  if (!asked.data) throw new Error(`the table takes no request: ${asked.error?.error}`);
  let request: Request = asked.data;
  // A person throws real dice by hand. The virtual table throws when it is told to.
  const thrown = await table.POST("/api/act", { body: { do: "throw" } });
  if (!thrown.data) {
    const no = thrown.error; // an act that is refused has a reason; one that comes too fast has an error, as at every address
    throw new Error(`the table can't throw: ${no && "error" in no ? no.error : no?.why}`);
  }
  while (request.state !== "rolled") {
    if (request.state === "cancelled") throw new Error("somebody at the table cancelled the request");
    const next = await table.GET("/api/requests/{id}", {
      params: { path: { id: request.request }, query: { rev: request.rev, state: request.state, wait: 20 } },
      signal: AbortSignal.timeout(60_000),
    });
    if (!next.data) throw new Error(`the table doesn't know the request: ${next.error?.error}`);
    request = next.data;
  }
  return request;
}

const address = process.argv[2];
if (!address) throw new Error("say where the table is: node client.js http://127.0.0.1:8437");
console.log("rolled:", (await roll(address)).text);
