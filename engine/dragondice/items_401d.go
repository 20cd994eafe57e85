package dragondice

// items401d are the kinds of item and what they cost (p. 4 and 5). The advanced rules say
// who may carry them. The rule item/carrying leaves that to the table.
func items401d() []ItemKind {
	const page = "p. 5"
	return []ItemKind{
		{Rule: Rule{ID: "item/small-equipment", Name: "Small equipment", Page: page}, Kind: "equipment", Size: "small", Points: 1},
		{Rule: Rule{ID: "item/medium-equipment", Name: "Medium equipment", Page: page}, Kind: "equipment", Size: "medium", Points: 2, Second: 1},
		{Rule: Rule{ID: "item/large-equipment", Name: "Large equipment", Page: page}, Kind: "equipment", Size: "large", Points: 2},
		{Rule: Rule{ID: "item/artifact", Name: "Artifact", Page: page}, Kind: "artifact", Points: 3},
		{Rule: Rule{ID: "item/medallion", Name: "Medallion", Page: page}, Kind: "medallion", Points: 4},
		{Rule: Rule{ID: "item/relic", Name: "Relic", Page: page}, Kind: "relic", Points: 4},
	}
}
