//go:build ignore

// This program asks a table for a roll of 2d6 by a client that was generated from docs/openapi.yaml. It has the
// virtual table throw, and says what the dice showed. docs/api.md ("Clients made from the documents") says how to
// generate the package "example/table".
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"example/table"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("say where the table is: go run . http://127.0.0.1:8437")
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	if err := roll(ctx, os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func roll(ctx context.Context, address string) error {
	c, err := table.NewClientWithResponses(address)
	if err != nil {
		return err
	}
	who, what := "Ann", "an attack"
	asked, err := c.RequestRollWithResponse(ctx, &table.RequestRollParams{}, table.NewRequest{Dice: &[]string{"2d6"}, Player: &who, For: &what})
	if err != nil {
		return err
	}
	if asked.JSON201 == nil {
		return fmt.Errorf("the table takes no request: %s", asked.Body)
	}
	request := *asked.JSON201
	// A person throws real dice by hand. The virtual table throws when it is told to.
	thrown, err := c.ActWithResponse(ctx, &table.ActParams{}, table.Act{Do: table.ActDoThrow})
	if err != nil {
		return err
	}
	if thrown.JSON200 == nil {
		return fmt.Errorf("the table can't throw: %s", thrown.Body)
	}
	for request.State != table.RequestViewStateRolled {
		if request.State == table.RequestViewStateCancelled {
			return errors.New("somebody at the table cancelled the request")
		}
		wait := 20
		next, err := c.GetRequestWithResponse(ctx, request.Request, &table.GetRequestParams{Rev: &request.Rev, State: (*string)(&request.State), Wait: &wait})
		if err != nil {
			return err
		}
		if next.JSON200 == nil {
			return fmt.Errorf("the table doesn't know the request: %s", next.Body)
		}
		request = *next.JSON200
	}
	fmt.Println("rolled:", request.Text)
	return nil
}
